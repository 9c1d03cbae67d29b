/** Runs `quire provider` as a separate program. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProviderServers } from '../ingest/providers/servers/all'
import { programCommand } from '../support/program'

// Allows more time, because these tests start programs.
setDefaultTimeout(60_000)

const servers = startProviderServers()
const folder = mkdtempSync(join(tmpdir(), 'quire-provider-'))
afterAll(() => {
  servers.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) => runProgram('provider', ...words)
beforeAll(async () => expect(await runProgram('migrate')).toMatchObject({ code: 0 }))

async function runProgram(...words: string[]) {
  const started = Bun.spawn([...programCommand, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...servers.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    new Response(started.stdout).text(),
    new Response(started.stderr).text(),
    started.exited,
  ])
  return { out, err, code }
}

test('lists the providers', async () => {
  const { out, code } = await run('list')
  expect(code).toBe(0)
  expect(out).toContain('anilist       AniList         https://anilist.co\n')
  expect(out).toMatch(/^comicvine .* {2}requires a key$/m)
})

test('tries a provider, and records what it sends', async () => {
  const { out, err, code } = await run('test', 'anilist', '--record', 'recorded')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('30642  Vinland Saga (2005, manga)')
  expect(out).toContain('"totalVolumeCount": 29')
  expect(readdirSync(join(folder, 'recorded')).toSorted()).toEqual([
    'anilist-1-search.json',
    'anilist-2-work.json',
  ])
})

test('says what is wrong, with an exit code', async () => {
  const missing = await run('test', 'anilist', '--title', 'Nothing like it')
  expect([missing.code, missing.err]).toEqual([1, 'Nothing was found.\n'])
  const keyless = await run('test', 'comicvine')
  expect(keyless.code).toBe(1)
  expect(keyless.err).toContain('ComicVine requires a key')
  const unknown = await run('test', 'nobody')
  expect(unknown.code).toBe(64)
  expect(unknown.err).toContain('Unknown provider "nobody"')
})

test.each([
  { words: [], problem: 'Choose an action: list or test.\n\nUsage: quire provider list\n' },
  { words: ['tset', 'anilist'], problem: 'Choose an action: list or test.\n' },
  { words: ['test'], problem: 'Specify a provider. "quire provider list" lists them.\n' },
])('asks for what is missing in "provider $words"', async ({ words, problem }) => {
  const { out, err, code } = await run(...words)
  expect([code, out]).toEqual([64, ''])
  expect(err).toStartWith(problem)
})
