import { DOMParser } from '@xmldom/xmldom'

export const ASSERTION_NS = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL_NS = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const METADATA_NS = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const SIGNATURE_NS = 'http://www.w3.org/2000/09/xmldsig#'

/** Throws an Error for what is no XML, and for document types: no entity is ever expanded. */
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

/** Null where the attribute is missing or empty. */
export function attributeOf(element: Element, name: string): string | null {
  return element.getAttribute(name) || null
}

/** All its text: a comment in its midst does not cut it short. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').trim()
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
