/** It says what is wrong, by the name of its field; `form` stands for errors of the form as a whole. */
export type FormErrors = Readonly<Record<string, string>>

/** A check has a field and its error, if it has one. */
export type FieldCheck = readonly [field: string, error: string | false | null | undefined]

/** Returns null where nothing is wrong. The first error of a field counts. */
export function findErrors(checks: readonly FieldCheck[]): FormErrors | null {
  const errors: Record<string, string> = {}
  for (const [field, error] of checks) {
    if (error && errors[field] === undefined) errors[field] = error
  }
  return Object.keys(errors).length > 0 ? errors : null
}

interface NameWords {
  readonly missing: string
  readonly taken: string
}

/** Checks the names of a list's rows: each row needs a name that no other has. */
export function checkNames(
  names: readonly string[],
  fieldOf: (index: number) => string,
  { missing, taken }: NameWords,
): FieldCheck[] {
  return names.map((name, index) => [
    fieldOf(index),
    name === '' ? missing : names.indexOf(name) < index && taken,
  ])
}
