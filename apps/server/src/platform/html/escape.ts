const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const LEFT_OUT =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g

/**
 * Text as it may stand in HTML and XML, in quotes too. What XML does not allow is left out, and
 * what would turn the text after it around.
 */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LEFT_OUT, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
