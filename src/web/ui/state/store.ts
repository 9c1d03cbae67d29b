/** A value with change notification for components. */
import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  watch(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.watch, store.get)
