import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainFailure } from './failures-of-addresses.ts'

test('a certificate of an unknown authority is told as that, and not as a proxy that leads elsewhere', () => {
  for (const code of ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'SELF_SIGNED_CERT_IN_CHAIN']) {
    const [reason, remedy] = explainFailure(code)
    assert.match(reason, /authority that this machine does not know/)
    assert.match(remedy, /NODE_EXTRA_CA_CERTS/)
  }
  assert.match(explainFailure('EPIPE')[0], /EPIPE/)
})
