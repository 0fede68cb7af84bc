import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import * as samlify from 'samlify'
import type { Environment } from '../../../platform/config/config.ts'
import { selfSigned } from '../keys/saml-key-pair.ts'
import { type AuthServer, call, emptyServer, openAuthServer, shareInFile } from './auth.fixture.ts'

// What our server sends is looked at by its own tests, not by a schema.
samlify.setSchemaValidator({ validate: async () => 'ok' })

export interface ResponseParts {
  readonly nameId?: string
  readonly nameIdFormat?: string
  readonly email?: string
  readonly audience?: string
  readonly recipient?: string
  /** Null stands for no request. */
  readonly inResponseTo?: string | null
  readonly notOnOrAfter?: Date
  readonly sessionEnd?: Date
  readonly issuer?: string
}

export interface SamlPartner {
  readonly entityId: string
  readonly metadata: string
  /**
   * Returns what it answers to the request in an address after checking its signature; null stands for an unrequested
   * answer.
   */
  answer(requestUrl: string | null, parts?: ResponseParts): Promise<Form>
  /** Returns the same answer, rightly signed with SHA-256, but of a digest that is SHA-1. */
  withWeakDigest(form: Form): Form
}

export interface Form {
  readonly samlResponse: string
  readonly relayState: string
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const COMPANY = 'https://login.company.example/saml'

/**
 * Shares one server among all tests of a file (`shareAuthServer`), and a real identity provider that it does not know
 * yet.
 */
export function shareWithSaml(
  env: Environment = {},
): () => Promise<{ server: AuthServer; partner: SamlPartner }> {
  const open = shareInFile(async (owner) => {
    const server = await openAuthServer(owner, { AUTH_SAML: 'true', ...env })
    return { server, partner: await openPartner(server, COMPANY) }
  })
  return async () => {
    const opened = await open()
    await emptyServer(opened.server)
    return opened
  }
}

/** Enters the partner as the operator does. Returns its id. */
export async function enterPartner(
  server: AuthServer,
  { metadata }: SamlPartner,
  more: object = {},
): Promise<string> {
  const token = server.context.keys.serviceKey
  const body = { type: 'saml', metadata_xml: metadata, domains: ['company.example'], ...more }
  const { status, json } = await call(server, 'POST', '/admin/sso/providers', { token, body })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return String(json['id'])
}

export async function openPartner(
  server: AuthServer,
  entityId: string,
  signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
): Promise<SamlPartner> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ours = await fetch(`${server.url}/auth/v1/sso/saml/metadata`)
  const sp = samlify.ServiceProvider({ metadata: await ours.text() })
  const idp = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signingCert: selfSigned(privateKey, 'Company'),
    requestSignatureAlgorithm: signatureAlgorithm,
    wantAuthnRequestsSigned: true,
    singleSignOnService: [{ Binding: REDIRECT, Location: `${entityId}/sign-in` }],
  })
  return {
    entityId,
    metadata: idp.getMetadata(),
    async answer(requestUrl, parts = {}) {
      const request = requestUrl === null ? null : await readRequest(idp, sp, requestUrl)
      const context = writeResponse(server, entityId, request?.id ?? null, parts)
      const { context: samlResponse } = await idp.createLoginResponse(
        sp,
        { ...request?.info, extract: request?.info.extract ?? {} },
        'post',
        {},
        { customTagReplacement: () => ({ id: 'unused', context }) },
      )
      return { samlResponse, relayState: request?.relayState ?? '' }
    },
    withWeakDigest: (form) =>
      changed(form, (xml) => {
        const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? []
        const plain = assertion.replace(/<ds:Signature.*<\/ds:Signature>/s, '')
        const digest = createHash('sha1').update(canonical(plain)).digest('base64')
        const weaker = xml
          .replace(
            /(<ds:DigestMethod Algorithm=")[^"]*/,
            '$1http://www.w3.org/2000/09/xmldsig#sha1',
          )
          .replace(/(<ds:DigestValue>)[^<]*/, `$1${digest}`)
        const [info = ''] = /<ds:SignedInfo.*<\/ds:SignedInfo>/s.exec(weaker) ?? []
        const declared = info.replace('<ds:SignedInfo', `$& xmlns:ds="${XMLDSIG}"`)
        const signature = sign('sha256', Buffer.from(canonical(declared)), privateKey)
        return weaker.replace(/(<ds:SignatureValue>)[^<]*/, `$1${signature.toString('base64')}`)
      }),
  }
}

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'

/** Returns the exclusive canonical XML of what is written here: attributes are in their order, and no tag is short. */
function canonical(xml: string): string {
  return xml.replaceAll(/<([\w:]+)((?: [\w:]+="[^"]*")*)(\/?)>/g, (_, name, list, end) => {
    const attributes = [...String(list).matchAll(/ [\w:]+="[^"]*"/g)].map(([each]) => each)
    const own = attributes.filter((each) => !isNamespace(each)).toSorted()
    const start = `<${name}${[...attributes.filter(isNamespace), ...own].join('')}>`
    return end === '' ? start : `${start}</${name}>`
  })
}

/** Reads the request as an identity provider does: it checks the signature with our metadata. */
async function readRequest(
  idp: ReturnType<typeof samlify.IdentityProvider>,
  sp: ReturnType<typeof samlify.ServiceProvider>,
  requestUrl: string,
) {
  const { searchParams } = new URL(requestUrl)
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
    .map((name) => `${name}=${encodeURIComponent(searchParams.get(name) ?? '')}`)
    .join('&')
  const query = Object.fromEntries(searchParams)
  const info = await idp.parseLoginRequest(sp, 'redirect', { query, octetString: signed })
  const extract: { request?: { id?: string } } = info.extract
  return {
    info,
    id: extract.request?.id ?? '',
    relayState: searchParams.get('RelayState') ?? '',
  }
}

function isNamespace(attribute: string): boolean {
  return attribute.startsWith(' xmlns')
}

function writeResponse(
  server: AuthServer,
  entityId: string,
  requestId: string | null,
  parts: ResponseParts,
): string {
  const base = `${server.context.publicUrl()}/auth/v1/sso/saml`
  const now = server.clock.now()
  const at = now.toISOString()
  const end = (parts.notOnOrAfter ?? new Date(now.getTime() + 300_000)).toISOString()
  const answered = parts.inResponseTo === undefined ? requestId : parts.inResponseTo
  const inResponseTo = answered === null ? '' : ` InResponseTo="${answered}"`
  const issuer = `<saml:Issuer>${parts.issuer ?? entityId}</saml:Issuer>`
  const recipient = parts.recipient ?? `${base}/acs`
  const sessionEnd = parts.sessionEnd
    ? ` SessionNotOnOrAfter="${parts.sessionEnd.toISOString()}"`
    : ''
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0"',
    ` ID="response-${crypto.randomUUID()}" IssueInstant="${at}" Destination="${base}/acs"`,
    `${inResponseTo}>${issuer}<samlp:Status>`,
    '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0"',
    ` ID="assertion-${crypto.randomUUID()}" IssueInstant="${at}">${issuer}<saml:Subject>`,
    `<saml:NameID Format="${parts.nameIdFormat ?? PERSISTENT}">${parts.nameId ?? 'employee-7'}`,
    '</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}"${inResponseTo}/>`,
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at}"`,
    ` NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>`,
    `${parts.audience ?? `${base}/metadata`}</saml:Audience></saml:AudienceRestriction>`,
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${at}"${sessionEnd}><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    '</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    '<saml:AttributeStatement><saml:Attribute Name="mail"><saml:AttributeValue>',
    `${parts.email ?? 'driver@company.example'}</saml:AttributeValue></saml:Attribute>`,
    '<saml:Attribute Name="team"><saml:AttributeValue>Red</saml:AttributeValue></saml:Attribute>',
    '</saml:AttributeStatement></saml:Assertion></samlp:Response>',
  ].join('')
}

/** The provider's page sends the browser's form here. Returns where the browser goes then. */
export async function sendForm(
  { url }: AuthServer,
  { samlResponse, relayState }: Form,
): Promise<{ status: number; location: URL }> {
  const body = new URLSearchParams({ SAMLResponse: samlResponse, RelayState: relayState })
  const response = await fetch(`${url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body,
  })
  return {
    status: response.status,
    location: new URL(response.headers.get('location') ?? 'about:blank'),
  }
}

export function changed(form: Form, change: (xml: string) => string): Form {
  const xml = Buffer.from(form.samlResponse, 'base64').toString('utf8')
  const next = change(xml)
  if (next === xml) throw new Error('nothing has changed')
  return { ...form, samlResponse: Buffer.from(next).toString('base64') }
}
