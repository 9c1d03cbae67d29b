/** The life of a passkey, from the settings of a signed-in administrator to the sign-in page. */
import { expect } from 'bun:test'
import { admin, findAccessibilityProblems, type Quire, type Visit } from './harness'

export async function usePasskey({ page, context }: Visit, quire: Quire) {
  const openSecurity = async () => {
    await page.goto(`${quire.url}/settings/security`)
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  }
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await openSecurity()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Current password').fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Rename Passkey from/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Laptop').first().waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])

  await context.clearCookies()
  await page.goto(`${quire.url}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${quire.url}/`)
  await openSecurity()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor({ state: 'detached' })
}
