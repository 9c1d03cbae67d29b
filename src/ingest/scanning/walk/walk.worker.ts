/** Walks roots outside the main thread. It can only be terminated, not interrupted. */
import { lowerThreadPriority } from '../../../workers'
import type { FoundSidecar } from './find-sidecars'
import { findMissingFiles } from './find-missing'
import { type ReadSidecar, readSidecars } from './read-sidecars'
import {
  type FileBatch,
  findGrowingFiles,
  type SeenFile,
  walk,
  type WalkOptions,
  type WalkResult,
} from './walk'

declare const self: Worker

export type WalkRequest =
  | { walk: WalkOptions }
  | { summarize: WalkOptions }
  | { findMissingFiles: WalkOptions; device: string | undefined; paths: string[] }
  | { findGrowingFiles: SeenFile[]; root: string; waitMs: number }
  | { readSidecars: FoundSidecar[]; root: string }

export type WalkResponse =
  | { batch: FileBatch }
  | { isAlive: true }
  | { result: WalkResult }
  | { paths: string[] }
  | { sidecars: ReadSidecar[] }

lowerThreadPriority()

self.addEventListener('message', ({ data }: MessageEvent<WalkRequest>) => {
  if ('walk' in data) {
    const sendBatch = (batch: FileBatch) =>
      send({ batch }, [batch.sizes.buffer as ArrayBuffer, batch.times.buffer as ArrayBuffer])
    send({ result: walk(data.walk, sendBatch, sendHeartbeat) })
  } else if ('summarize' in data) {
    send({ result: walk(data.summarize, () => undefined, sendHeartbeat) })
  } else if ('findMissingFiles' in data) {
    send({ paths: findMissingFiles(data.findMissingFiles, data.device, data.paths) })
  } else if ('readSidecars' in data) {
    send({ sidecars: readSidecars(data.root, data.readSidecars) })
  } else {
    send({ paths: findGrowingFiles(data.root, data.findGrowingFiles, data.waitMs) })
  }
})

const sendHeartbeat = () => send({ isAlive: true })

const send = (answer: WalkResponse, transfer: ArrayBuffer[] = []) =>
  self.postMessage(answer, transfer)
