/**
 * Shortcuts of one character can be switched off in this browser, because speech input and trembling hands
 * trigger them (WCAG 2.1.4).
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

/** True if the key is a character that is no shortcut now. The space bar always works. */
export const isSwitchedOff = ({ key, ctrlKey, metaKey, altKey }: Pressed) =>
  !singleKeys.get() && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
