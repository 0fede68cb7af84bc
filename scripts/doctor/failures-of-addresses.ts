type Explanation = readonly [reason: string, remedy: string]

const UNKNOWN_AUTHORITY: Explanation = [
  'its certificate comes from an authority that this machine does not know, or without its chain: browsers and recorders refuse it',
  'Get a certificate of a public authority, as Caddy does itself for a name that the world can reach, and let the proxy send the whole chain. The certificate of an authority of your own has to be known to each device; the doctor and recorders read it from the file that NODE_EXTRA_CA_CERTS names.',
]

const UNANSWERED: Explanation = [
  'nothing answers there in time',
  'Open its port in the firewall, and look whether the record of its host names this machine.',
]

const REASONS: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: ['no name server knows its host', 'Add an A or AAAA record for the host.'],
  EAI_AGAIN: [
    'no name server answers',
    'Look whether this machine reaches its name servers (/etc/resolv.conf).',
  ],
  ETIMEDOUT: UNANSWERED,
  EHOSTUNREACH: UNANSWERED,
  ENETUNREACH: UNANSWERED,
  UND_ERR_CONNECT_TIMEOUT: UNANSWERED,
  TimeoutError: UNANSWERED,
  ECONNREFUSED: [
    'nothing listens there',
    'Start the proxy before the server, and open its port in the firewall.',
  ],
  CERT_HAS_EXPIRED: [
    'its certificate has expired',
    'Renew it; Caddy and certbot do so themselves.',
  ],
  CERT_NOT_YET_VALID: [
    'its certificate is not valid yet',
    'Look at the clock of this machine: it should follow a time server (systemd-timesyncd, chrony).',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another host',
    'Get a certificate for the host of PUBLIC_URL.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'its certificate is signed by nobody whom browsers trust',
    'Get a certificate of a public authority; Caddy does so itself.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
}

/** Returns what the code of an error means for the public address, and what to do about it. */
export function explainFailure(code: string): Explanation {
  return (
    REASONS[code] ?? [
      `it does not answer as Pitboard does (${code})`,
      'Look where the proxy leads to, and into its log. From within a network a router may not lead to its own public address: then try it from outside.',
    ]
  )
}
