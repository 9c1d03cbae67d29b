import { lazy, Suspense, useEffect } from 'react'
import type { PdfPanelsProps } from '../pdf/pdf-panels'
import { SettingsDrawer } from './settings-drawer'
import { ShortcutsPanel } from './shortcuts-panel'
import { PagesPanel } from './pages-panel'

const loadPdfPanel = () => import('../pdf/pdf-panels').then((part) => ({ default: part.PdfPanel }))
const PdfPanel = lazy(loadPdfPanel)

export type Panel = 'settings' | 'pages' | 'keys' | PdfPanelsProps['panel'] | null

interface SidePanelProps {
  panel: Panel
  onClose(): void
  drawer: Omit<Parameters<typeof SettingsDrawer>[0], 'onClose'>
  thumbs: Omit<Parameters<typeof PagesPanel>[0], 'onClose'>
  pdf: Omit<PdfPanelsProps, 'onClose' | 'panel'>
}

export function SidePanel({ panel, onClose, drawer, thumbs, pdf }: SidePanelProps) {
  const { hasText } = pdf.pdf
  useEffect(() => {
    // A shortcut then opens the search without a wait. If it cannot be loaded, that reports it.
    if (hasText) loadPdfPanel().catch(() => undefined)
  }, [hasText])
  if (panel === 'settings') return <SettingsDrawer {...drawer} onClose={onClose} />
  if (panel === 'pages') return <PagesPanel {...thumbs} onClose={onClose} />
  if (panel === 'keys') return <ShortcutsPanel hasText={hasText} onClose={onClose} />
  return (
    panel && (
      <Suspense>
        <PdfPanel {...pdf} panel={panel} onClose={onClose} />
      </Suspense>
    )
  )
}
