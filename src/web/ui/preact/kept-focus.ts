import { useLayoutEffect } from 'react'

/**
 * For a list that is reordered: a browser takes the focus from a node that is moved. This returns it before
 * the next key can arrive.
 */
export function useKeptFocus() {
  const { activeElement } = document
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && activeElement !== document.body
    if (isLost && activeElement instanceof HTMLElement && activeElement.isConnected) {
      activeElement.focus()
    }
  })
}
