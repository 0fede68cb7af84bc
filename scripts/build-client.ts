import { buildClient } from './build-client/build.ts'

/** `npm run build:client` makes the package that programs of others install. */
console.log(`Built ${buildClient()}: "npm publish" there, or "npm pack".`)
