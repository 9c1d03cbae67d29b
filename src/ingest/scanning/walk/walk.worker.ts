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
  | { batch: FileBatch }
  | { isAlive: true }
  | { result: WalkResult }
  | { found: string[] }
  | { sidecars: ReadSidecar[] }

self.addEventListener('message', ({ data }: MessageEvent<WalkRequest>) => {
  if ('walk' in data) {
    const deliver = (batch: FileBatch) =>
      send({ batch }, [batch.sizes.buffer as ArrayBuffer, batch.times.buffer as ArrayBuffer])
    send({ result: walk(data.walk, deliver, beat) })
  } else if ('look' in data) {
    send({ result: walk(data.look, () => undefined, beat) })
  } else if ('findGone' in data) {
    send({ found: findGone(data.findGone, data.device, data.paths) })
  } else if ('readSidecars' in data) {
    send({ sidecars: readSidecars(data.root, data.readSidecars) })
  } else {
    send({ found: findGrowing(data.root, data.findGrowing, data.waitMs) })
  }
})

const beat = () => send({ isAlive: true })

const send = (answer: WalkAnswer, transfer: ArrayBuffer[] = []) =>
  self.postMessage(answer, transfer)
