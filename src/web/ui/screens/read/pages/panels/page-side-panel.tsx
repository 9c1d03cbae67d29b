import { SettingsDrawer } from './settings-drawer'
import { ShortcutsPanel } from './shortcuts-panel'
import { PagesPanel } from './pages-panel'

export type Panel = 'settings' | 'pages' | 'keys' | null

interface SidePanelProps {
  panel: Panel
  onClose(): void
  drawer: Omit<Parameters<typeof SettingsDrawer>[0], 'onClose'>
  thumbs: Omit<Parameters<typeof PagesPanel>[0], 'onClose'>
}

export function SidePanel({ panel, onClose, drawer, thumbs }: SidePanelProps) {
  if (panel === 'settings') return <SettingsDrawer {...drawer} onClose={onClose} />
  if (panel === 'pages') return <PagesPanel {...thumbs} onClose={onClose} />
  return panel === 'keys' ? <ShortcutsPanel onClose={onClose} /> : null
}
