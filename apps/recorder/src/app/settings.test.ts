import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { configFolder } from './settings.ts'

test('settings lie where the system keeps those of a user', () => {
  const home = join('/', 'home', 'max')
  const roaming = join(home, 'Roaming')
  assert.equal(configFolder({ APPDATA: roaming }, 'win32', home), join(roaming, 'Pitboard'))
  assert.equal(configFolder({}, 'win32', home), join(home, 'AppData', 'Roaming', 'Pitboard'))
  assert.equal(
    configFolder({}, 'darwin', home),
    join(home, 'Library', 'Application Support', 'Pitboard'),
  )
  assert.equal(configFolder({}, 'linux', home), join(home, '.config', 'pitboard'))
  assert.equal(configFolder({ XDG_CONFIG_HOME: '/x' }, 'linux', home), join('/x', 'pitboard'))
})
