/**
 * Single-character shortcuts can be turned off in this browser, because speech input and hand
 * tremors can trigger them (WCAG 2.1.4).
 */
import { createStore } from '../store'
import { fromStorage } from './storage'

const storageKey = 'quire-single-keys'

export const singleKeys = createStore(
  fromStorage((storage) => storage.getItem(storageKey)) !== 'off',
)

export function changeSingleKeys(isOn: boolean) {
  singleKeys.set(isOn)
  fromStorage((storage) => storage.setItem(storageKey, isOn ? 'on' : 'off'))
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** True if the key is a character whose shortcut is turned off. The space bar always works. */
export const isSwitchedOff = ({ key, ctrlKey, metaKey, altKey }: Pressed) =>
  !singleKeys.get() && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
