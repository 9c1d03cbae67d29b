/** Collections and reading lists in the sidebar. */
import type { Schemas } from '../../api/client'
import { usePreferences } from '../../state/preferences'

type Pin = NonNullable<Schemas['PreferenceValues']['ui.pinnedLists']>[number]

export function usePins() {
  const { values, change } = usePreferences()
  const pins = values['ui.pinnedLists'] ?? []
  const keep = (next: Pin[]) => change({ 'ui.pinnedLists': next })
  return {
    pins,
    isPinned: (id: string) => pins.some((pin) => pin.id === id),
    pin: (added: Pin) => keep([...pins, added]),
    unpin: (id: string) => keep(pins.filter((pin) => pin.id !== id)),
  }
}
