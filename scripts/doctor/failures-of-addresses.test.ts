import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainFailure } from './failures-of-addresses.ts'
import { reasonOf } from './finding.ts'

test('a certificate of an unknown authority is told as that, and not as a proxy that leads elsewhere', () => {
  for (const code of ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'SELF_SIGNED_CERT_IN_CHAIN']) {
    const [reason, remedy] = explainFailure(code)
    assert.match(reason, /authority that this machine does not know/)
    assert.match(remedy, /NODE_EXTRA_CA_CERTS/)
  }
  assert.match(explainFailure('EPIPE')[0], /EPIPE/)
})

test('what does not answer in time, and a clock that makes certificates invalid, are told as that', () => {
  assert.equal(reasonOf(new DOMException('It took too long', 'TimeoutError')), 'TimeoutError')
  for (const code of ['TimeoutError', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']) {
    const [reason, remedy] = explainFailure(code)
    assert.match(reason, /nothing answers there in time/, code)
    assert.match(remedy, /firewall/, code)
  }
  assert.match(explainFailure('CERT_NOT_YET_VALID')[1], /clock of this machine/)
})
