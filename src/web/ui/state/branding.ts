/** Name and accent color of this server, which administrators can change. */
import { buildUrl } from '../api/client'
import { readBoot } from './session/page-data'
import { createStore, useStore } from './store'

export const ownName = 'Quire'
const serverName = createStore(readBoot()?.branding.name ?? ownName)

export const getServerName = () => serverName.get()
export const useServerName = () => useStore(serverName)

/** Applies changes without a reload. An empty color restores the colors of the themes. */
export function showBranding({ name, color }: { name: string; color: string }) {
  const title = document.title
  const before = serverName.get()
  serverName.set(name)
  if (title.endsWith(before)) document.title = title.slice(0, -before.length) + name
  document.querySelector('link[data-branding]')?.remove()
  if (color === '') return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset['branding'] = ''
  link.href = buildUrl(`branding.css?v=${color.slice(1)}`)
  document.head.append(link)
}
