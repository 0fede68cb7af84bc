import { DOMParser } from '@xmldom/xmldom'

export interface Assertion {
  readonly id: string
  readonly nameId: string | null
  readonly nameIdFormat: string | null
  /** Each attribute is found by its name, and by its friendly name unless that is the name of another one. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** The assertion is no longer accepted after this time. */
  readonly goodUntil: Date
  /** The session there ends at this time. */
  readonly sessionNotAfter: Date | null
}

interface Expectation {
  readonly entityId: string
  readonly audience: string
  readonly recipient: string
  /** The assertion answers this request; null where there was none. */
  readonly requestId: string | null
  readonly now: Date
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SKEW_MS = 60_000

/**
 * Reads the verified XML of an assertion, and nothing else of the answer (SAML 2.0 Profiles 4.1.4.3).
 * Throws an Error that says which rule it breaks.
 */
export function readAssertion(verifiedXml: string, expected: Expectation): Assertion {
  const assertion = parseXml(verifiedXml)
  check(isNamed(assertion, ASSERTION_NS, 'Assertion'), 'not an assertion')
  const id = attributeOf(assertion, 'ID')
  const [issuer] = childrenOf(assertion, ASSERTION_NS, 'Issuer')
  check(issuer !== undefined && textOf(issuer) === expected.entityId, 'of another issuer')
  checkConditions(assertion, expected)
  const [subject] = childrenOf(assertion, ASSERTION_NS, 'Subject')
  if (!subject || id === null) throw new Error('without subject or ID')
  const nameIds = childrenOf(subject, ASSERTION_NS, 'NameID')
  check(nameIds.length < 2, 'with more than one NameID')
  const [nameId] = nameIds
  return {
    id,
    nameId: nameId ? textOf(nameId) : null,
    nameIdFormat: nameId ? attributeOf(nameId, 'Format') : null,
    attributes: attributesOf(assertion),
    goodUntil: confirmedUntil(subject, expected),
    sessionNotAfter: sessionEndOf(assertion, expected.now),
  }
}

function checkConditions(assertion: Element, { audience, now }: Expectation): void {
  const [conditions, ...others] = childrenOf(assertion, ASSERTION_NS, 'Conditions')
  if (!conditions || others.length > 0) throw new Error('without one set of conditions')
  checkTimes(conditions, now)
  const restrictions = childrenOf(conditions, ASSERTION_NS, 'AudienceRestriction')
  const isOurs = restrictions.every((restriction) =>
    childrenOf(restriction, ASSERTION_NS, 'Audience').some((each) => textOf(each) === audience),
  )
  check(restrictions.length > 0 && isOurs, 'for another audience')
}

/** The bearer is the subject: for this service, at this time and for this request. */
function confirmedUntil(subject: Element, { recipient, requestId, now }: Expectation): Date {
  const confirmations = childrenOf(subject, ASSERTION_NS, 'SubjectConfirmation')
    .filter((each) => attributeOf(each, 'Method') === BEARER)
    .flatMap((each) => childrenOf(each, ASSERTION_NS, 'SubjectConfirmationData'))
  const good = confirmations.find(
    (data) =>
      attributeOf(data, 'Recipient') === recipient &&
      attributeOf(data, 'InResponseTo') === requestId &&
      attributeOf(data, 'NotOnOrAfter') !== null,
  )
  if (!good) throw new Error('not confirmed for this recipient and request')
  checkTimes(good, now)
  return new Date(instantOf(good, 'NotOnOrAfter', 0) + SKEW_MS)
}

function sessionEndOf(assertion: Element, now: Date): Date | null {
  const statements = childrenOf(assertion, ASSERTION_NS, 'AuthnStatement')
  check(statements.length > 0, 'without a statement of authentication')
  const ends = statements
    .map((statement) => instantOf(statement, 'SessionNotOnOrAfter', Infinity))
    .filter((endMs) => endMs !== Infinity)
  if (ends.length === 0) return null
  const endMs = Math.min(...ends)
  check(endMs > now.getTime(), 'of a session that is over')
  return new Date(endMs)
}

function attributesOf(assertion: Element): Map<string, readonly string[]> {
  const attributes = childrenOf(assertion, ASSERTION_NS, 'AttributeStatement').flatMap((each) =>
    childrenOf(each, ASSERTION_NS, 'Attribute'),
  )
  const pairs = (attribute: 'Name' | 'FriendlyName') =>
    attributes.flatMap((each): [string, readonly string[]][] => {
      const name = attributeOf(each, attribute)
      return name === null ? [] : [[name, valuesOf(each)]]
    })
  return new Map([...pairs('FriendlyName'), ...pairs('Name')])
}

function valuesOf(attribute: Element): string[] {
  return childrenOf(attribute, ASSERTION_NS, 'AttributeValue')
    .map(textOf)
    .filter((value) => value !== '')
}

function checkTimes(element: Element, now: Date): void {
  const nowMs = now.getTime()
  check(instantOf(element, 'NotBefore', -Infinity) - SKEW_MS <= nowMs, 'not good yet')
  check(nowMs < instantOf(element, 'NotOnOrAfter', Infinity) + SKEW_MS, 'not good any more')
}

/** Returns a time with a zone in milliseconds; an invalid time never counts. */
function instantOf(element: Element, name: string, fallback: number): number {
  const text = attributeOf(element, name)
  if (text === null) return fallback
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const ms = isInstant ? Date.parse(text) : NaN
  check(!Number.isNaN(ms), `with a ${name} that is no time`)
  return ms
}

function check(isGood: boolean, problem: string): void {
  if (!isGood) throw new Error(`the assertion is ${problem}`)
}

export const ASSERTION_NS = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL_NS = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const METADATA_NS = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const SIGNATURE_NS = 'http://www.w3.org/2000/09/xmldsig#'

/** Throws an Error for invalid XML, and for document types: entities are never expanded. */
export function parseXml(text: string): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error('document types are refused')
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse }
  const { documentElement: root } = new DOMParser({ errorHandler }).parseFromString(
    text,
    'text/xml',
  )
  // The parser's types promise one for every text.
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  if (!root) throw new Error('not well-formed: empty')
  return root
}

function refuse(message: string): never {
  throw new Error(`not well-formed: ${message}`)
}

export function childrenOf(element: Element, namespace: string, name: string): Element[] {
  return Array.from(element.childNodes).filter(
    (node): node is Element => isElement(node) && isNamed(node, namespace, name),
  )
}

export function descendantsOf(element: Element, namespace: string, name: string): Element[] {
  return Array.from(element.getElementsByTagNameNS(namespace, name))
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name
}

/** Returns null where the attribute is missing or empty. */
export function attributeOf(element: Element, name: string): string | null {
  return element.getAttribute(name) || null
}

/** Returns all its text: a comment in its midst does not cut it short. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').trim()
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
