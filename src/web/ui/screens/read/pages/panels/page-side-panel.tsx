import { Drawer } from './settings-drawer'
import { KeysPanel } from './shortcuts-panel'
import { PagesPanel } from './pages-panel'

export type Panel = 'settings' | 'pages' | 'keys' | null

interface SidePanelProps {
  panel: Panel
  onClose(): void
  drawer: Omit<Parameters<typeof Drawer>[0], 'onClose'>
  thumbs: Omit<Parameters<typeof PagesPanel>[0], 'onClose'>
}

export function SidePanel({ panel, onClose, drawer, thumbs }: SidePanelProps) {
  if (panel === 'settings') return <Drawer {...drawer} onClose={onClose} />
  if (panel === 'pages') return <PagesPanel {...thumbs} onClose={onClose} />
  return panel === 'keys' ? <KeysPanel onClose={onClose} /> : null
}
