import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { describeLoginStart } from './login-start-entry.ts'

const COMMAND = ['app', '--no-browser'] as const

suite('the start at sign-in', () => {
  test('is a value of the user’s Run key on Windows, in the background', () => {
    const program = String.raw`C:\Users\Ann Lee\Downloads\recorder@pit.example.exe`
    const entry = describeLoginStart('win32', [program, ...COMMAND], { home: 'C:\\', env: {} })
    const key = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
    const named = [key, '/v', 'Pitboard Recorder']
    const value = `"${program}" app --no-browser --background`
    assert.deepEqual(entry, {
      kind: 'registry',
      query: ['query', ...named],
      add: ['add', ...named, '/t', 'REG_SZ', '/d', value, '/f'],
      remove: ['delete', ...named, '/f'],
    })
  })

  test('is an agent on macOS, with its words escaped', () => {
    const entry = describeLoginStart('darwin', ['/Users/a/R&D <1>/recorder', ...COMMAND], {
      home: '/Users/a',
      env: {},
    })
    assert.ok(entry?.kind === 'file')
    assert.equal(entry.path, '/Users/a/Library/LaunchAgents/pitboard-recorder.plist')
    assert.equal(entry.link, null)
    assert.match(
      entry.text,
      /<array>\s+<string>\/Users\/a\/R&amp;D &lt;1&gt;\/recorder<\/string>\s+<string>app<\/string>\s+<string>--no-browser<\/string>\s+<\/array>\s+<key>RunAtLoad<\/key>\s+<true\/>/,
    )
  })

  const units: readonly (readonly [env: Record<string, string>, folder: string])[] = [
    [{}, '/home/a/.config'],
    [{ XDG_CONFIG_HOME: '/cfg' }, '/cfg'],
    [{ XDG_CONFIG_HOME: '' }, '/home/a/.config'],
  ]
  for (const [env, folder] of units) {
    test(`is a unit of the user in ${folder} on Linux (${JSON.stringify(env)})`, () => {
      const entry = describeLoginStart('linux', ['/opt/a b/100%/$x/"r\\', ...COMMAND], {
        home: '/home/a',
        env,
      })
      assert.ok(entry?.kind === 'file')
      assert.equal(entry.path, `${folder}/systemd/user/pitboard-recorder.service`)
      assert.equal(
        entry.link,
        `${folder}/systemd/user/default.target.wants/pitboard-recorder.service`,
      )
      assert.match(
        entry.text,
        /^ExecStart="\/opt\/a b\/100%%\/\$\$x\/\\"r\\\\" "app" "--no-browser"$/m,
      )
      assert.match(entry.text, /^\[Install\]\nWantedBy=default\.target$/m)
    })
  }

  test('is not offered where no way is known', () => {
    assert.equal(describeLoginStart('freebsd', ['/opt/r'], { home: '/home/a', env: {} }), null)
  })
})
