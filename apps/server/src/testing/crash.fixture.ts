// A test loads this into the real server, and decides by signals when it fails.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('made to fail')
  })
})
process.on('SIGWINCH', () => void Promise.reject(new Error('made to fail')))
