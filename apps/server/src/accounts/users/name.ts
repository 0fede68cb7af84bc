/** What others read where a user's name belongs, also before he has chosen one. */
export function nameOf({ username }: { readonly username: string | null }): string {
  return username ?? 'Unnamed driver'
}
