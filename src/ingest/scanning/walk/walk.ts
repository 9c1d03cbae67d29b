/**
 * Phase 1: walks a root. Synchronous, for a Worker, so that a hanging network drive does not block
 * anything else. An unreadable folder never hides the rest of the tree.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { FoundSidecar } from './find-sidecars'
import { statRoot, measureBook, resolveRealPath, type RootProblem } from './file-stat'
import {
  findLostMounts,
  parseMounts,
  type NestedMounts,
  findNestedMounts,
  readMounts,
} from './mounts'
import {
  type FileBatch,
  type FoundPart,
  maxSidecars,
  maxUnreadable,
  TreeWalker,
  type WalkObserver,
  type WalkOptions,
} from './tree-walker'

export interface WalkSummary extends Omit<FoundPart, 'hash'> {
  device: string
  /** Mounts below the root that were present during the whole walk. */
  mounts: NestedMounts
  /** Short hash of everything found. A different value means a change. */
  signature: string
}

export type WalkResult = { problem: RootProblem } | { summary: WalkSummary }

/** A walk whose upper folders have been visited. */
export interface StartedWalk {
  device: number
  inode: number
  mounts: NestedMounts
  top: FoundPart
  /**
   * Folders still to be visited with everything below them, in groups that can be visited in
   * parallel.
   */
  parts: string[][]
}

/** Minimum number of folders left to visit before a walk is split. Smaller trees are not split. */
const minFoldersToSplit = 32
const partCount = 16

/** Visits the upper folders, breadth-first. */
export function startWalk(
  options: WalkOptions,
  observer: WalkObserver,
): StartedWalk | { problem: RootProblem } {
  const found = statRoot(options.root)
  if (typeof found === 'string') return { problem: found }
  const mounts = findMountsBelow(options.root)
  const walker = new TreeWalker(options, observer)
  const folders = walker.visitTop(minFoldersToSplit)
  const size = Math.max(1, Math.ceil(folders.length / partCount))
  const parts = splitIntoSlices(folders, size)
  return { device: found.dev, inode: found.ino, mounts, top: walker.found, parts: [...parts] }
}

/** Visits these folders and everything below them. */
export function walkPart(
  options: WalkOptions,
  folders: readonly string[],
  observer: WalkObserver,
): FoundPart {
  const walker = new TreeWalker(options, observer)
  walker.visitAll(folders)
  return walker.found
}

/** Joins the parts, which are in the order of `started.parts`. */
export function finishWalk(
  { root }: WalkOptions,
  started: StartedWalk,
  parts: readonly FoundPart[],
): WalkResult {
  // If the disk disappears during a walk, the root looks like an empty folder.
  const after = statRoot(root)
  if (typeof after === 'string') return { problem: after }
  if (after.dev !== started.device || after.ino !== started.inode) return { problem: 'absent' }
  const { hash, ...found } = joinParts([started.top, ...parts])
  const device = String(started.device)
  const signature = `${hash.toString(36)} ${hashSidecars(found.sidecars)} on ${device}`
  const mounts = { ...started.mounts }
  for (const path of findLostMounts(mounts, findMountsBelow(root))) delete mounts[path]
  return { summary: { ...found, device, mounts, signature } }
}

function joinParts(parts: readonly FoundPart[]): FoundPart {
  const sum = (count: (part: FoundPart) => number) =>
    parts.reduce((total, part) => total + count(part), 0)
  const unreadable = parts.flatMap((part) => part.unreadable)
  return {
    hash: Bun.hash.wyhash(parts.map(({ hash }) => hash.toString(36)).join(' ')),
    unreadable: unreadable.slice(0, maxUnreadable),
    tooMuchUnreadable:
      unreadable.length > maxUnreadable || parts.some((part) => part.tooMuchUnreadable),
    badNames: sum((part) => part.badNames),
    badName: parts.find((part) => part.badName !== null)?.badName ?? null,
    linksSkipped: sum((part) => part.linksSkipped),
    links: parts.flatMap((part) => part.links).slice(0, maxUnreadable),
    linkTargets: [...new Set(parts.flatMap((part) => part.linkTargets))],
    sidecars: parts.flatMap((part) => part.sidecars).slice(0, maxSidecars),
  }
}

/** Walks a whole root in this thread. */
export function walk(
  options: WalkOptions,
  onBatch: (batch: FileBatch) => void,
  onHeartbeat: () => void = () => undefined,
): WalkResult {
  const observer = { onBatch, onHeartbeat }
  const started = startWalk(options, observer)
  if ('problem' in started) return started
  const parts = started.parts.map((folders) => walkPart(options, folders, observer))
  return finishWalk(options, started, parts)
}

export function findMountsBelow(root: string): NestedMounts {
  const realRoot = resolveRealPath(root)
  return realRoot === undefined ? {} : findNestedMounts(parseMounts(readMounts()), realRoot)
}

function hashSidecars(beside: readonly FoundSidecar[]): string {
  let hash = 0n
  for (const { folder, name, size, modifiedAtMs } of beside) {
    hash = Bun.hash.wyhash(`${folder}/${name} ${size} ${modifiedAtMs}`, hash)
  }
  return hash.toString(36)
}

/** State of a file, to be compared with its state a moment later. */
export interface SeenFile {
  path: string
  size: number
  modifiedAtMs: number
}

/**
 * Waits for `waitMs` and returns the files that have changed in the meantime. They are still being
 * written, so they are left to the next scan.
 */
export function findGrowingFiles(
  root: string,
  files: readonly SeenFile[],
  waitMs: number,
): string[] {
  Bun.sleepSync(waitMs)
  return files.flatMap(({ path, size, modifiedAtMs }) => {
    const now = measureBook(`${root}/${path}`)
    const isUnchanged = typeof now !== 'string' && now.size === size && now.mtimeMs === modifiedAtMs
    return isUnchanged ? [] : [path]
  })
}
