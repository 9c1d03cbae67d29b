import { useLayoutEffect } from 'react'

/**
 * For lists that are reordered: browsers remove focus from a moved node. This restores it before
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
