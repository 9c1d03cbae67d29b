/** Collections and reading lists that the user has pinned to the sidebar. */
import { useEffect, useRef } from 'react'
import { ApiError, type Schemas } from '../../api/client'
import { usePreferences } from '../../state/preferences'

type Pin = NonNullable<Schemas['PreferenceValues']['ui.pinnedLists']>[number]

export function usePins() {
  const { values, change } = usePreferences()
  const pins = values['ui.pinnedLists'] ?? []
  const keep = (next: Pin[]) => change({ 'ui.pinnedLists': next })
  return {
    pins,
    isPinned: (id: string) => pins.some((pin) => pin.id === id),
    pin: (added: Pin) => keep([...pins.filter(({ id }) => id !== added.id), added]),
    rename: (id: string, name: string) =>
      keep(pins.map((pin) => (pin.id === id ? { ...pin, name } : pin))),
    unpin: (id: string) => keep(pins.filter((pin) => pin.id !== id)),
  }
}

/**
 * Updates the pin of a renamed list and removes the pin of a deleted list. Tries each change only
 * once, because a preference that the server rejects is reverted.
 */
export function useCurrentPin(id: string, name: string | undefined, error: Error | null) {
  const { pins, rename, unpin } = usePins()
  const tried = useRef('')
  const pinned = pins.find((pin) => pin.id === id)
  const isGone = error instanceof ApiError && error.status === 404
  const key = JSON.stringify([id, isGone, name])
  useEffect(() => {
    if (!pinned || tried.current === key) return
    tried.current = key
    if (isGone) unpin(id)
    else if (name !== undefined && name !== pinned.name) rename(id, name)
  })
}
