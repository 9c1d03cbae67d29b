import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type House, openHouse } from '../support/house'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('the set-up page is one page that needs nothing from elsewhere', async () => {
  const response = await house.fetch('/setup')
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page).not.toMatch(/(src|href)="(?!\.\/"|data:)/)
  expect(page).not.toContain('http')
})

test('its policy allows its own script and style, and nothing inline beside them', async () => {
  const response = await house.fetch('/setup')
  const page = await response.text()
  const policy = response.headers.get('content-security-policy')!
  expect(policy).not.toContain('unsafe')
  for (const element of ['script', 'style']) {
    const content = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page)![1]!
    const hash = new Bun.CryptoHasher('sha256').update(content).digest('base64')
    expect(policy).toContain(`${element}-src 'sha256-${hash}'`)
  }
  expect(page).not.toMatch(/ (style|on\w+)="/)
})

test('its script is whole and asks below the base path', async () => {
  const page = await (await house.fetch('/setup')).text()
  const script = /<script>([^]*?)<\/script>/.exec(page)![1]!
  expect(() => new Bun.Transpiler({ loader: 'js' }).transformSync(script)).not.toThrow()
  expect(script).toContain("fetch('api/v1/setup/initialize'")
})

test('it is not kept by browsers and tells no other site where it came from', async () => {
  const { headers } = await house.fetch('/setup')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the page at the root leads on, and needs nothing from elsewhere', async () => {
  const response = await house.fetch('/')
  const page = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(page).not.toContain('http')
  for (const [, link] of page.matchAll(/href="([^":]+)"/g)) {
    expect([link, (await house.fetch(`/${link}`)).status]).toEqual([link, 200])
  }
})
