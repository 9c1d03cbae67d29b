/** What has the focus keeps it while a list is put into another order: a node that is moved loses it. */
export function keepFocus() {
  const { activeElement } = document
  requestAnimationFrame(() => {
    if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus()
  })
}
