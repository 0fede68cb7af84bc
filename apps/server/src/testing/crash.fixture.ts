// Loaded into the real server by a test, which decides by signals when it fails.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('made to fail')
  })
})
process.on('SIGWINCH', () => void Promise.reject(new Error('made to fail')))
