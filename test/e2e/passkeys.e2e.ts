/** Signing in with a passkey, for which only a browser can ask. */
import { afterAll, beforeAll, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, type Quire, signIn, startQuire, visit } from './harness'
import { usePasskey } from './passkey'

const timeoutMs = 60_000
let quire: Quire
let browser: Browser

beforeAll(async () => {
  const started = await startQuire()
  // Browsers do not allow passkeys for IP addresses.
  quire = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
}, 60_000)

test(
  'a passkey is added, renamed, signs in and is removed',
  async () => {
    const seen = await visit(browser, quire, { mayBreakRules: true })
    await signIn(seen, quire)
    await usePasskey(seen, quire)
    await seen.context.close()
  },
  timeoutMs,
)
