/** Walks roots beside the main thread. It cannot be interrupted, only ended. */
import type { SidecarFound } from './beside'
import { findGone } from './gone'
import { type ReadSidecar, readSidecars } from './read-sidecars'
import {
  type FileBatch,
  findGrowing,
  type Seen,
  walk,
  type WalkOrder,
  type WalkResult,
} from './walk'

declare const self: Worker

export type WalkRequest =
  | { walk: WalkOrder }
  | { look: WalkOrder }
  | { findGone: WalkOrder; device: string | undefined; paths: string[] }
  | { findGrowing: Seen[]; root: string; waitMs: number }
  | { readSidecars: SidecarFound[]; root: string }

export type WalkAnswer =
  { batch: FileBatch } | { result: WalkResult } | { found: string[] } | { sidecars: ReadSidecar[] }

self.addEventListener('message', ({ data }: MessageEvent<WalkRequest>) => {
  if ('walk' in data) {
    const result = walk(data.walk, (batch) =>
      send({ batch }, [batch.sizes.buffer as ArrayBuffer, batch.times.buffer as ArrayBuffer]),
    )
    send({ result })
  } else if ('look' in data) {
    send({ result: walk(data.look, () => undefined) })
  } else if ('findGone' in data) {
    send({ found: findGone(data.findGone, data.device, data.paths) })
  } else if ('readSidecars' in data) {
    send({ sidecars: readSidecars(data.root, data.readSidecars) })
  } else {
    send({ found: findGrowing(data.root, data.findGrowing, data.waitMs) })
  }
})

const send = (answer: WalkAnswer, transfer: ArrayBuffer[] = []) =>
  self.postMessage(answer, transfer)
