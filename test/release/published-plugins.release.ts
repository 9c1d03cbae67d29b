/** Plugins as their authors published them, unchanged. Skipped where npm cannot fetch them. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endPrograms, patient, startProgram } from '../ingest/sandbox/support'

const names = ['metadata-openlibrary', 'release-mangaupdates'] as const
const folder = mkdtempSync(join(tmpdir(), 'published-'))
const isFetched = fetchPackages()

afterAll(endPrograms)

function fetchPackages(): boolean {
  const npm = Bun.which('npm')
  const tar = Bun.which('tar')
  if (!npm || !tar) return false
  const packages = names.map((name) => `@ashdev/codex-plugin-${name}@2.5.0`)
  const quick = ['--fetch-retries=0', '--fetch-timeout=10000']
  if (!run(npm, 'pack', ...quick, ...packages)) return false
  for (const name of names) {
    const archive = readdirSync(folder).find((file) => file.includes(`${name}-2.5.0`))!
    mkdirSync(join(folder, name))
    if (!run(tar, '-xzf', archive, '-C', name, '--strip-components=1')) return false
  }
  return true
}

function run(...cmd: string[]): boolean {
  const { exitCode } = Bun.spawnSync({
    cmd,
    cwd: folder,
    env: process.env,
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 20_000,
  })
  return exitCode === 0
}

const startPublished = async (
  name: (typeof names)[number],
  options: Parameters<typeof startProgram>[0] = {},
) => {
  const codeFolder = join(folder, name)
  const entry = join(codeFolder, 'dist/index.js')
  const program = await startProgram({ entry, codeFolder, ...options })
  const settings = { adminConfig: {}, userConfig: {}, credentials: {}, logLevel: 'info' }
  return { program, manifest: await program.request('initialize', settings, patient) }
}

describe.skipIf(!isFetched)('published plugins (if npm can fetch them)', () => {
  test('a metadata provider searches', async () => {
    const urls: string[] = []
    const docs = [
      { key: '/works/OL45883W', title: 'Fantastic Mr Fox', author_name: ['Roald Dahl'] },
    ]
    const { program, manifest } = await startPublished('metadata-openlibrary', {
      fetch: ({ url }) => {
        urls.push(url)
        return Promise.resolve(Response.json({ numFound: 1, docs }))
      },
    })
    expect(manifest).toMatchObject({
      name: 'metadata-openlibrary',
      capabilities: { metadataProvider: ['book'] },
    })
    const found = await program.request('metadata/book/search', { query: 'fox' }, patient)
    expect(found).toMatchObject({
      results: [{ externalId: '/works/OL45883W', title: 'Fantastic Mr Fox' }],
    })
    expect(urls).toEqual([expect.stringContaining('https://openlibrary.org/search.json?q=fox')])
  })

  test('a source of releases registers, asks what is tracked, and polls', async () => {
    const calls: string[] = []
    const { program } = await startPublished('release-mangaupdates', {
      call: (method) => {
        calls.push(method)
        if (method === 'releases/count_tracked') return Promise.resolve({ total: 0 })
        if (method === 'releases/list_tracked') return Promise.resolve({ tracked: [] })
        return Promise.resolve({ registered: 1, pruned: 0 })
      },
    })
    const params = { sourceId: 'source', sourceKey: 'default' }
    const result = await program.request('releases/poll', params, patient)
    expect(result).toMatchObject({ parsed: 0, recorded: 0 })
    expect(calls.toSorted()).toEqual([
      'releases/count_tracked',
      'releases/list_tracked',
      'releases/register_sources',
    ])
  })
})
