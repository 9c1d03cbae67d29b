/** Several providers, and responses of malicious or misconfigured ones. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { userIdentities } from '../../../src/accounts/oidc/schema'
import type { OidcProvider } from '../../../src/platform/config/options/sign-in-options'
import { givePasswords, password } from '../sign-in'
import { type OidcWorld, startOidcWorld, TestBrowser } from './oidc-world'

let world: OidcWorld

beforeAll(async () => {
  world = await startOidcWorld({
    provider: { create_users: 'true' },
    second: { create_users: 'true' },
  })
  await givePasswords(world.server, 'ann', 'ada')
}, 60_000)
afterAll(() => world.close())

function addPerson(subject: string, groups: string[] = []) {
  const person = { preferred_username: subject, email: `${subject}@home.example`, groups }
  world.provider.people.set(subject, person)
  return person
}

async function callAsAdmin(method: string, path: string, body?: object) {
  const response = await world.server.call(method, path, { as: 'ada', ...(body && { body }) })
  if (response.status >= 300) throw new Error(`${path} answered ${response.status}`)
  return response.body
}

async function addMappedGroup(oidcGroupName: string): Promise<string> {
  const group = await callAsAdmin('POST', '/access-groups', { name: oidcGroupName, ageLimit: 6 })
  await callAsAdmin('POST', `/access-groups/${group.id}/oidc-mappings`, { oidcGroupName })
  return group.id
}

const listMembers = async (groupId: string): Promise<string[]> =>
  (await callAsAdmin('GET', `/access-groups/${groupId}`)).members.map(
    ({ username }: { username: string }) => username,
  )

test('who signs in through another provider keeps the restrictions of the first', async () => {
  const groupId = await addMappedGroup('children')
  const child = addPerson('kim', ['children'])
  const browser = new TestBrowser(world)
  await browser.signIn('kim')
  expect(await listMembers(groupId)).toEqual(['kim'])
  world.second!.people.set('k1', { preferred_username: 'kim', email: 'k1@second.example' })
  const back = await browser.begin('k1', '/api/v1/auth/oidc/second/link')
  expect((await browser.send('GET', back)).headers.get('location')).toContain('only=linked')
  const again = new TestBrowser(world)
  await again.send('GET', await again.begin('k1', '/api/v1/auth/oidc/second/login'))
  expect((await again.me())?.username).toBe('kim')
  expect(await listMembers(groupId)).toEqual(['kim'])
  child.groups = []
  await browser.signIn('kim')
  expect(await listMembers(groupId)).toEqual([])
})

test('an account belongs to its issuer: another one with the same name and number is not it', async () => {
  const browser = new TestBrowser(world)
  await browser.send('POST', '/api/v1/auth/login', { username: 'ann', password })
  world.second!.people.set('1', { preferred_username: 'ann', email: 'one@second.example' })
  const back = await browser.begin('1', '/api/v1/auth/oidc/second/link', {
    currentPassword: password,
  })
  await browser.send('GET', back)
  const providers = world.server.ctx.config.auth.oidc.providers as OidcProvider[]
  const [, before] = providers
  providers[1] = { ...before!, issuer: world.provider.issuer }
  try {
    world.provider.people.set('1', { preferred_username: 'eve', email: 'eve@home.example' })
    const other = new TestBrowser(world)
    await other.send('GET', await other.begin('1', '/api/v1/auth/oidc/second/login'))
    expect((await other.me())?.username).toBe('eve')
  } finally {
    providers[1] = before!
  }
})

test('groups that no database can store are left out', async () => {
  const groupId = await addMappedGroup('listeners')
  addPerson('lou', ['\u0000', `a${'b'.repeat(5000)}`, 'listeners', '\uD800'])
  const browser = new TestBrowser(world)
  expect(await browser.signIn('lou')).toBe('/')
  expect(await listMembers(groupId)).toEqual(['lou'])
})

test('a number of an account that cannot be stored as it is signs nobody in', async () => {
  const before = await world.server.ctx.db.$count(userIdentities)
  for (const subject of ['x'.repeat(300), 'x\u0000y']) {
    const browser = new TestBrowser(world)
    world.provider.people.set(subject, { email: 'x@home.example' })
    expect(await browser.signIn(subject)).toBe('/login?problem=failed&provider=home')
  }
  expect(await world.server.ctx.db.$count(userIdentities)).toBe(before)
})
