/** Writes the bill of materials (CycloneDX 1.6): packages, and what is inside Bun and libvips. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, readLockedPackages } from '../../locked-packages'
import { targets } from '../../targets'
import { formatTime, type Release } from '../model'
import { bunParts } from './bun-parts'

interface Component {
  type: 'application' | 'library' | 'platform'
  'bom-ref': string
  name: string
  version?: string
  purl?: string
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses?: { expression: string }[]
  externalReferences?: { type: 'website'; url: string }[]
  components?: Component[]
}

export interface Materials {
  /** The source tree, with bun.lock. */
  root: string
  /** Folders of node_modules with the packages of the platforms. */
  modules: readonly string[]
  versions: NodeJS.ProcessVersions
}

const bunRef = 'bun'

export function buildSbom(release: Release, materials: Materials): object {
  const { direct, all } = readLockedPackages(materials.root)
  const shipped = all.filter(isShipped)
  const refs = new Map(shipped.map((locked) => [locked.id, formatPurl(locked)]))
  const toRefs = (ids: readonly string[]) =>
    [...new Set(ids.map((id) => refs.get(id)))].filter((ref) => ref !== undefined).toSorted()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: formatTime(release.epoch),
      component: {
        type: 'application',
        'bom-ref': 'quire',
        name: 'quire',
        version: release.version,
        licenses: [{ expression: 'MIT' }],
      } satisfies Component,
    },
    components: [
      describeBun(materials.versions),
      ...shipped.map((locked) => describePackage(locked, materials.modules)),
    ],
    dependencies: [
      { ref: 'quire', dependsOn: [bunRef, ...toRefs(direct)] },
      ...shipped.map(({ id, needs }) => ({ ref: refs.get(id), dependsOn: toRefs(needs) })),
    ],
  }
}

/** Leaves out builds of sharp for platforms that Quire is not built for. */
function isShipped({ name }: LockedPackage) {
  const platform = /^@img\/sharp-(?:libvips-)?(\w+-\w+)$/.exec(name)?.[1]
  return platform === undefined || Object.values(targets).some(({ sharp }) => sharp === platform)
}

const formatPurl = ({ name, version }: LockedPackage) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

function describePackage(locked: LockedPackage, modules: readonly string[]): Component {
  const { name, version, integrity } = locked
  const ref = formatPurl(locked)
  const license = readManifest(modules, name)?.license
  const parts = name.startsWith('@img/sharp-libvips-') ? describeLibvips(modules, locked) : []
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    purl: ref,
    ...(integrity?.startsWith('sha512-') && {
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
        },
      ],
    }),
    ...(typeof license === 'string' && license !== '' && { licenses: [{ expression: license }] }),
    ...(parts.length > 0 && { components: parts }),
  }
}

function readManifest(modules: readonly string[], name: string): { license?: unknown } | undefined {
  const file = modules.map((folder) => join(folder, name, 'package.json')).find(existsSync)
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'))
}

function describeLibvips(modules: readonly string[], { name, id }: LockedPackage): Component[] {
  const file = modules.map((folder) => join(folder, name, 'versions.json')).find(existsSync)
  if (file === undefined) return []
  const versions = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return Object.entries(versions).map(([library, version]) => ({
    type: 'library',
    'bom-ref': `${id}/${library}`,
    name: library,
    version,
    purl: `pkg:generic/${library}@${version}`,
  }))
}

function describeBun(versions: NodeJS.ProcessVersions): Component {
  const version = versions['bun'] ?? Bun.version
  return {
    type: 'platform',
    'bom-ref': bunRef,
    name: 'bun',
    version,
    purl: `pkg:npm/bun@${version}`,
    licenses: [{ expression: 'MIT' }],
    components: bunParts.map(({ name, key, license, url }): Component => {
      const known = key === undefined ? undefined : versions[key]
      return {
        type: 'library',
        'bom-ref': `bun/${name}`,
        name,
        ...(known !== undefined && { version: known, purl: `pkg:generic/${name}@${known}` }),
        licenses: [{ expression: license }],
        externalReferences: [{ type: 'website', url }],
      }
    }),
  }
}
