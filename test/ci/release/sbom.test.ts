import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Release } from '../../../.ci/release/model'
import { buildSbom } from '../../../.ci/release/sbom/sbom'
import { findUnknownParts } from '../../../.ci/release/sbom/bun-parts'

const root = resolve(import.meta.dir, '../../..')
const release: Release = {
  version: '1.2.3',
  commit: 'abc',
  epoch: 0,
  madeFrom: 'HEAD',
  folder: '/',
  compression: 'fast',
}

interface Sbom {
  components: {
    'bom-ref': string
    name: string
    version?: string
    licenses?: { expression: string }[]
    components?: { name: string; version?: string }[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const sbom = buildSbom(release, {
  root,
  modules: [join(root, 'node_modules')],
  versions: process.versions,
}) as Sbom
const find = (name: string) => sbom.components.find((one) => one.name === name)

test('the bill of materials names packages, and what is inside Bun and libvips', () => {
  expect(find('elysia')).toMatchObject({ licenses: [{ expression: 'MIT' }] })
  expect(find('bun')).toMatchObject({ version: Bun.version })
  const inside = (name: string) => find(name)?.components?.map((part) => part.name) ?? []
  expect(inside('bun')).toContain('sqlite')
  const libvips = sbom.components.filter(({ name }) => name.startsWith('@img/sharp-libvips-'))
  expect(libvips.length).toBe(6)
  expect(libvips.flatMap(({ components = [] }) => components.map((one) => one.name))).toContain(
    'webp',
  )
})

test('development dependencies and foreign platforms are not in it', () => {
  for (const name of ['typescript', 'knip', '@img/sharp-linux-s390x', '@img/sharp-win32-ia32']) {
    expect(find(name)).toBeUndefined()
  }
})

test('every reference is unique and exists', () => {
  const refs = sbom.components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const known = new Set(['quire', ...refs])
  const named = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  expect(named.filter((ref) => !known.has(ref))).toEqual([])
})

test('all libraries on the license page of Bun are known', () => {
  const page = readFileSync(join(root, 'node_modules/bun-types/docs/project/license.mdx'), 'utf8')
  expect(page).toContain('## Linked libraries')
  expect(findUnknownParts(page)).toEqual([])
  expect(findUnknownParts(page.replace('[`brotli`]', '[`newlib`]'))).toEqual(['newlib'])
})
