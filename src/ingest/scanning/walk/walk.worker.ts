/** Walks roots outside the main thread. A walk can be ended only by terminating the Worker. */
import { lowerThreadPriority } from '../../../workers'
import type { FoundSidecar } from './find-sidecars'
import { findMissingFiles } from './find-missing'
import { type ReadSidecar, readSidecars } from './read-sidecars'
import {
  findGrowingFiles,
  finishWalk,
  type SeenFile,
  type StartedWalk,
  startWalk,
  walk,
  walkPart,
  type WalkResult,
} from './walk'
import type { FileBatch, FoundPart, WalkOptions } from './tree-walker'

declare const self: Worker

export type WalkRequest =
  | { startWalk: WalkOptions }
  | { walkPart: WalkOptions; folders: string[] }
  | { finishWalk: WalkOptions; started: StartedWalk; parts: FoundPart[] }
  | { summarize: WalkOptions }
  | { findMissingFiles: WalkOptions; device: string | undefined; paths: string[] }
  | { findGrowingFiles: SeenFile[]; root: string; waitMs: number }
  | { readSidecars: FoundSidecar[]; root: string }

export type WalkResponse =
  | { batch: FileBatch }
  | { isAlive: true }
  | { started: ReturnType<typeof startWalk> }
  | { part: FoundPart }
  | { result: WalkResult }
  | { paths: string[] }
  | { sidecars: ReadSidecar[] }

lowerThreadPriority()

self.addEventListener('message', ({ data }: MessageEvent<WalkRequest>) => {
  if ('startWalk' in data) {
    send({ started: startWalk(data.startWalk, { onBatch, onHeartbeat }) })
  } else if ('walkPart' in data) {
    send({ part: walkPart(data.walkPart, data.folders, { onBatch, onHeartbeat }) })
  } else if ('finishWalk' in data) {
    send({ result: finishWalk(data.finishWalk, data.started, data.parts) })
  } else if ('summarize' in data) {
    send({ result: walk(data.summarize, () => undefined, onHeartbeat) })
  } else if ('findMissingFiles' in data) {
    send({ paths: findMissingFiles(data.findMissingFiles, data.device, data.paths) })
  } else if ('readSidecars' in data) {
    send({ sidecars: readSidecars(data.root, data.readSidecars) })
  } else {
    send({ paths: findGrowingFiles(data.root, data.findGrowingFiles, data.waitMs) })
  }
})

const onBatch = (batch: FileBatch) =>
  send({ batch }, [batch.sizes.buffer as ArrayBuffer, batch.times.buffer as ArrayBuffer])

const onHeartbeat = () => send({ isAlive: true })

const send = (answer: WalkResponse, transfer: ArrayBuffer[] = []) =>
  self.postMessage(answer, transfer)
