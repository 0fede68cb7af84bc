import type { Page } from 'playwright-core'

/** The mails of a site arrive there. */
interface Mails {
  next(to: string): Promise<{ readonly link: string }>
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Signs up by the form, opens the mail's link and chooses a name; ends on the dashboard. */
export async function signUp(
  page: Page,
  site: string,
  mails: Mails,
  { email, password, username }: Credentials & { readonly username: string },
): Promise<void> {
  await page.goto(`${site}/signup`)
  await fillCredentials(page, { email, password })
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const { link } = await mails.next(email)
  await page.goto(link)
  await chooseName(page, username)
}

export async function chooseName(page: Page, username: string): Promise<void> {
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor()
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor({ state: 'detached' })
}

export async function logIn(page: Page, site: string, credentials: Credentials): Promise<void> {
  await page.goto(`${site}/login`)
  await sendLogin(page, credentials)
}

/** Sends the form of the login, on the page that shows it. */
export async function sendLogin(page: Page, credentials: Credentials): Promise<void> {
  await fillCredentials(page, credentials)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

async function fillCredentials(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
}
