/* global document, EventSource, german, translateMessage */
const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => /en|de/.test(one))
const catalogue = language === 'de' ? german : {}

/** Returns a text in the user's language. The test of the catalogue finds these calls. */
function t(text, values = {}) {
  return (catalogue[text] ?? text).replaceAll(/\{(\w+)\}/g, (_, name) => values[name])
}

/** Returns a message of the program, which is in English, in the user's language. */
function tMessage(text) {
  return language === 'de' ? translateMessage(text) : text
}

function formatProblem({ text, remedy }) {
  return remedy ? `${tMessage(text)}. ${tMessage(remedy)}` : tMessage(text)
}

const states = {
  recording: {
    off: t('Not recording'),
    on: t('Recording'),
    ending: t('Sending the rest'),
  },
  relay: {
    off: t('Not connected'),
    connecting: t('Connecting'),
    connected: t('Connected'),
    away: t('The server cannot be reached. Everything is stored here and sent later.'),
    refused: t('The server refuses this recorder. Everything is stored here.'),
  },
  code: {
    starting: t('Asking the server for a code …'),
    waiting: t('Confirm this code in the browser, on the page of your Pitboard:'),
    refused: t('The pairing was refused. Start it again if that was a mistake.'),
    expired: t('The code has expired. Pair again for a new one.'),
    failed: t('The pairing failed.'),
  },
  capture: {
    recording: t('being recorded'),
    waiting: t('not sent yet'),
    sent: t('sent, session not stored yet'),
    stored: t('stored on the server'),
  },
}

let view = null
let shownPairing = null
let wantedVersion = null
const shownLists = new Map()

function byId(id) {
  return document.getElementById(id)
}

function setText(id, text) {
  const element = byId(id)
  if (element.textContent !== text) element.textContent = text
}

function setOptional(element, text) {
  if (element.textContent !== (text ?? '')) element.textContent = text ?? ''
  element.hidden = !text
}

function setState(id, words, state) {
  byId(id).dataset.state = state
  setText(id, words[state])
}

function size(bytes) {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  if (bytes < 1e9) return `${decimal(bytes / 1e6, 1)} MB`
  return `${decimal(bytes / 1e9, 2)} GB`
}

function decimal(number, digits) {
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return number.toLocaleString(language, exactly)
}

function count(number) {
  return number.toLocaleString(language)
}

/** Translates the texts of page.html. */
function translate() {
  document.documentElement.lang = language ?? 'en'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim().replaceAll(/\s+/g, ' ')
    if (Object.hasOwn(catalogue, text)) texts.currentNode.data = `${catalogue[text]} `
  }
  for (const input of document.querySelectorAll('[placeholder]')) {
    input.placeholder = t(input.placeholder)
  }
}

/** Sends an action; resolves with the error text, or null. */
async function act(name, body = {}) {
  try {
    const answer = await fetch(name, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) return null
    return formatProblem(await answer.json())
  } catch {
    return t('The recorder does not answer.')
  }
}

function onSubmit(id, send, done = () => {}) {
  const form = byId(id)
  async function submit() {
    const button = form.querySelector('button')
    button.disabled = true
    const problem = await send(form.elements)
    button.disabled = false
    setOptional(form.querySelector('.error'), problem)
    if (problem === null) done(form)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

function button(text, label, onClick) {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.setAttribute('aria-label', label)
  element.addEventListener('click', onClick)
  return element
}

function item(...parts) {
  const element = document.createElement('li')
  for (const part of parts) {
    if (typeof part !== 'string') element.append(part)
    else element.append(Object.assign(document.createElement('span'), { textContent: part }))
  }
  return element
}

/** Rebuilds a list only when it has changed, so that a button does not lose the focus. */
function setList(id, items, make) {
  const element = byId(id)
  const key = JSON.stringify(items)
  if (shownLists.get(id) === key) return
  shownLists.set(id, key)
  element.replaceChildren(...items.map(make))
}

function showPairing({ pairing, knownServer }) {
  const key = JSON.stringify(pairing)
  if (key === shownPairing) return
  shownPairing = key
  document.body.dataset.paired = pairing ? 'yes' : 'no'
  setOptional(byId('paired'), pairing && t('{server} as {user}', pairing))
  byId('pairing').querySelector('summary').textContent = pairing
    ? t('Change the pairing')
    : t('Pair with a server')
  byId('pairing-details').open = !pairing
  // Pairing is the first thing to do; once it is done it moves to the settings.
  byId(pairing ? 'settings-section' : 'telemetry').before(byId('pairing'))
  const { user, key: keyInput } = byId('pair').elements
  byId('pair-in-browser').elements.server.value = pairing?.server ?? knownServer ?? ''
  user.value = pairing?.user ?? ''
  keyInput.value = ''
  keyInput.placeholder = pairing ? t('unchanged') : ''
  keyInput.required = !pairing
}

function showCode({ devicePairing }) {
  byId('code').hidden = devicePairing === null
  if (devicePairing === null) return
  const { state, userCode, address, reason } = devicePairing
  setText('code-state', reason === null ? states.code[state] : tMessage(reason))
  setOptional(byId('user-code'), userCode)
  byId('code-link').hidden = address === null
  if (address !== null) byId('code-link').firstElementChild.href = address
}

function showUpdate({ update, updateProblem }) {
  const { state, version } = update
  byId('update').hidden = state === 'none' && updateProblem === null
  setText('update-text', describeUpdate(update))
  setOptional(byId('update-problem'), updateProblem && formatProblem(updateProblem))
  byId('update-link').hidden = state !== 'byHand'
  if (state === 'byHand') byId('update-link').firstElementChild.href = update.address
  byId('update-now').hidden = state !== 'offered'
  byId('update-now').disabled = state === 'offered' && update.isDriving
  wantedVersion = version
}

function describeUpdate({ state, version, percent, isDriving }) {
  if (state === 'unpinned') {
    return t('Pair this recorder again to receive updates: it was paired before there were any.')
  }
  if (state === 'byHand') {
    return t('Version {version} is available: replace the folder of the recorder by the archive.', {
      version,
    })
  }
  if (state === 'downloading') {
    return t('Version {version} is being downloaded: {percent} %', { version, percent })
  }
  if (state !== 'offered') return ''
  return isDriving
    ? t('Version {version} is available. It can be installed after the race.', { version })
    : t('Version {version} is available. The recorder restarts, and its page opens again.', {
        version,
      })
}

function showSettings({ settings }) {
  const form = byId('settings')
  if (form.contains(document.activeElement)) return
  form.elements.listenPort.value = settings.listenPort
  form.elements.diskLimitGb.value = settings.diskLimitGb ?? ''
}

function showTelemetry({ telemetry, recording, settings, addresses, hasFirewall }) {
  setText('rate', count(telemetry.packetsPerSecond))
  setText('format', telemetry.format === null ? '–' : String(telemetry.format))
  setText('session', telemetry.session ?? '–')
  setText('lap', telemetry.lap === null ? '–' : String(telemetry.lap))
  setText('seen', count(telemetry.seen))
  const silent = recording === 'on' && telemetry.seen === 0
  const port = settings.listenPort
  const here =
    addresses.length > 0
      ? t('127.0.0.1 on this machine, {others} from another device', {
          others: addresses.join(', '),
        })
      : t('127.0.0.1 on this machine')
  const firewall = hasFirewall
    ? t(
        'If the game runs on a console or another PC, allow the recorder in the Windows firewall for private networks.',
      )
    : ''
  setOptional(
    byId('silence'),
    silent &&
      `${t(
        'No telemetry from the game yet. Check its telemetry settings: UDP on, port {port}, the format of the game’s own year, IP address {addresses}.',
        { port, addresses: here },
      )} ${firewall}`.trim(),
  )
}

function showSignIn({ startsAtSignIn }) {
  byId('sign-in').hidden = startsAtSignIn === null
  byId('starts-at-sign-in').checked = startsAtSignIn === true
}

function showRelay({ relay }) {
  setState('relay', states.relay, relay.state)
  const { reason, remedy } = relay
  setOptional(byId('reason'), reason && formatProblem({ text: reason, remedy }))
  setText('backlog', count(relay.backlog))
  setText('acknowledged', count(relay.acknowledged))
  byId('live').hidden = relay.liveUrl === null
  if (relay.liveUrl !== null) byId('live').firstElementChild.href = relay.liveUrl
}

function showCaptures({ disk, captures, spool }) {
  const { usedBytes, limitBytes } = disk
  setText(
    'disk',
    limitBytes === null
      ? size(usedBytes)
      : t('{used} of {limit}', { used: size(usedBytes), limit: size(limitBytes) }),
  )
  setText('spool', t('in {spool}', { spool }))
  const share = limitBytes === null ? 0 : Math.min(1, usedBytes / limitBytes)
  byId('bar').style.width = `${share * 100}%`
  const over = limitBytes !== null && usedBytes > limitBytes
  setOptional(
    byId('over'),
    over &&
      t(
        'Over the limit: these captures have not been sent yet and stay until the server has them.',
      ),
  )
  byId('no-captures').hidden = captures.length > 0
  const shown = captures.map(({ bytes, ...capture }) => ({ ...capture, size: size(bytes) }))
  setList('captures', shown, (capture) => {
    const { recording, file, state, size, server, isElsewhere } = capture
    const name = `${recording} / ${file}`
    const remove = button(
      t('Delete'),
      t('Delete {name}', { name }),
      () => void removeCapture(capture),
    )
    remove.disabled = state === 'recording'
    const waitsFor = state === 'waiting' && isElsewhere ? t('waits for {server}', { server }) : null
    return item(name, size, waitsFor ?? states.capture[state], remove)
  })
}

async function removeCapture({ recording, file, state, server, isElsewhere }) {
  const deletedUnsent = t(
    'It has not been sent to {server} yet. The whole recording is deleted and never sent.',
    { server },
  )
  const stillSent = t('The server still gets the part that it lacks.')
  const consequence = state !== 'waiting' ? '' : isElsewhere ? ` ${deletedUnsent}` : ` ${stillSent}`
  if (!confirm(t('Delete {name}?', { name: `${recording} / ${file}` }) + consequence)) return
  setOptional(byId('captures-error'), await act('delete', { recording, file }))
}

function showForwards({ settings }) {
  setList('forwards', settings.forwards, (address) =>
    item(
      address,
      button(t('Remove'), t('Remove {address}', { address }), () => {
        void act('settings', { forwards: view.settings.forwards.filter((one) => one !== address) })
      }),
    ),
  )
}

function showNotes({ notes }) {
  byId('notes').closest('section').hidden = notes.length === 0
  setList('notes', notes, ({ atMs, text }) => {
    const time = document.createElement('time')
    time.textContent = new Date(atMs).toLocaleTimeString(language)
    return item(time, tMessage(text))
  })
}

function show(next) {
  view = next
  setText('version', view.version)
  setState('recording', states.recording, view.recording)
  const toggle = byId('toggle')
  toggle.disabled = view.recording === 'ending' || view.pairing === null
  setText('toggle', view.recording === 'off' ? t('Start recording') : t('Stop recording'))
  setOptional(byId('problem'), view.problem && formatProblem(view.problem))
  showPairing(view)
  showCode(view)
  showUpdate(view)
  showSettings(view)
  showSignIn(view)
  showTelemetry(view)
  showRelay(view)
  showCaptures(view)
  showForwards(view)
  showNotes(view)
}

async function changeSignIn(isOn) {
  setOptional(byId('sign-in-error'), await act('login-start', { isOn }))
  showSignIn(view)
}

function serverAddress() {
  return byId('pair-in-browser').elements.server.value
}

onSubmit('pair-in-browser', () => act('pair-in-browser', { server: serverAddress() }))
onSubmit('pair', ({ user, key }) => {
  return act('pair', { server: serverAddress(), user: user.value, key: key.value })
})
onSubmit('settings', ({ listenPort, diskLimitGb }) => {
  return act('settings', {
    listenPort: Number(listenPort.value),
    diskLimitGb: diskLimitGb.value === '' ? null : Number(diskLimitGb.value),
  })
})
onSubmit(
  'forward',
  ({ address }) => {
    const wanted = address.value.trim()
    const others = view.settings.forwards.filter((one) => one !== wanted)
    return act('settings', { forwards: [...others, wanted] })
  },
  (form) => form.reset(),
)
byId('toggle').addEventListener(
  'click',
  () => void act(view.recording === 'off' ? 'start' : 'stop'),
)
byId('update-now').addEventListener('click', () => {
  const question = t('Replace the recorder by version {version}?', { version: wantedVersion })
  if (confirm(question)) void act('update')
})
byId('starts-at-sign-in').addEventListener('change', ({ target }) => {
  void changeSignIn(target.checked)
})
byId('quit').addEventListener('click', () => {
  if (confirm(t('Quit the recorder? It stops recording.'))) void act('quit')
})

translate()

const events = new EventSource('events')
events.addEventListener('message', ({ data }) => {
  byId('gone').hidden = true
  show(JSON.parse(data))
})
events.addEventListener('error', () => {
  byId('gone').hidden = false
})
