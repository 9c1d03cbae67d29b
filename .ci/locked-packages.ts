/** Reads from bun.lock which packages the program contains. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Needs = Record<
  'dependencies' | 'optionalDependencies' | 'peerDependencies',
  object | undefined
>
type Locked = [
  name: string,
  source: string,
  needs: Needs & { optionalPeers?: string[] },
  integrity?: string,
]
type Lock = { workspaces: Record<'', Needs>; packages: Record<string, Locked> }

export interface LockedPackage {
  /** `name@version` */
  id: string
  name: string
  version: string
  /** Such as `sha512-` and the hash in base64. */
  integrity: string | undefined
  /** Ids of the packages that it requires. */
  needs: string[]
}

export interface LockedPackages {
  /** Ids of the packages that Quire requires itself. */
  direct: string[]
  /** All packages that production dependencies require, for all platforms, sorted by id. */
  all: LockedPackage[]
}

export function readLockedPackages(root: string): LockedPackages {
  const lock = Bun.JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as Lock
  const found = new Map<string, LockedPackage>()
  const visit = (name: string, parents: readonly string[]): string | undefined => {
    const key = resolveKey(lock, name, parents)
    const entry = key === undefined ? undefined : lock.packages[key]
    if (!entry) return undefined
    const [id] = entry
    if (found.has(id)) return id
    const locked = describe(entry)
    found.set(id, locked)
    for (const next of listRequirements(entry)) {
      const needed = visit(next, [...parents, name])
      if (needed !== undefined) locked.needs.push(needed)
    }
    return id
  }
  const direct = Object.keys(lock.workspaces[''].dependencies ?? {})
    .map((name) => visit(name, []))
    .filter((id) => id !== undefined)
  const all = [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { direct, all }
}

function describe([id, , , integrity]: Locked): LockedPackage {
  const at = id.lastIndexOf('@')
  return { id, name: id.slice(0, at), version: id.slice(at + 1), integrity, needs: [] }
}

/** Finds the key in the lock file. A nested copy takes precedence over the top-level one. */
function resolveKey(lock: Lock, name: string, parents: readonly string[]) {
  for (let from = 0; from <= parents.length; from++) {
    const key = [...parents.slice(from), name].join('/')
    if (lock.packages[key]) return key
  }
  return undefined
}

function listRequirements([, , needs]: Locked) {
  const optional = new Set(needs.optionalPeers)
  const peers = Object.keys(needs.peerDependencies ?? {}).filter((name) => !optional.has(name))
  return [
    ...Object.keys(needs.dependencies ?? {}),
    ...Object.keys(needs.optionalDependencies ?? {}),
    ...peers,
  ]
}
