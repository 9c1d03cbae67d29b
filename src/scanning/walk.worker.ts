/** Walks roots beside the main thread. It cannot be interrupted, only ended. */
import { type FileBatch, findGone, walk, type WalkOrder, type WalkResult } from './walk'

declare const self: Worker

export type WalkRequest =
  { walk: WalkOrder } | { findGone: WalkOrder; device: string; paths: string[] }

export type WalkAnswer = { batch: FileBatch } | { result: WalkResult } | { gone: string[] }

self.onmessage = ({ data }: MessageEvent<WalkRequest>) => {
  if ('walk' in data) {
    const result = walk(data.walk, (batch) =>
      send({ batch }, [batch.sizes.buffer as ArrayBuffer, batch.times.buffer as ArrayBuffer]),
    )
    send({ result })
  } else {
    send({ gone: findGone(data.findGone, data.device, data.paths) })
  }
}

const send = (answer: WalkAnswer, transfer: ArrayBuffer[] = []) =>
  self.postMessage(answer, transfer)
