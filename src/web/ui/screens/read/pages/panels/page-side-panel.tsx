import { lazy, Suspense, useEffect } from 'react'
import { usePanels } from '../../frame/reader-panels'
import type { PdfPanelsProps } from '../pdf/pdf-panels'
import { SettingsDrawer } from './settings-drawer'
import { ShortcutsPanel } from './shortcuts-panel'
import { PagesPanel } from './pages-panel'

const loadPdfPanel = () => import('../pdf/pdf-panels').then((part) => ({ default: part.PdfPanel }))
const PdfPanel = lazy(loadPdfPanel)

interface SidePanelProps {
  drawer: Parameters<typeof SettingsDrawer>[0]
  thumbs: Parameters<typeof PagesPanel>[0]
  pdf: Omit<PdfPanelsProps, 'panel'>
}

export function SidePanel({ drawer, thumbs, pdf }: SidePanelProps) {
  const { panel } = usePanels()
  const { hasText } = pdf.pdf
  useEffect(() => {
    // A shortcut then opens the search without a wait. If it cannot be loaded, that reports it.
    if (hasText) loadPdfPanel().catch(() => undefined)
  }, [hasText])
  if (panel === 'settings') return <SettingsDrawer {...drawer} />
  if (panel === 'pages') return <PagesPanel {...thumbs} />
  if (panel === 'keys') return <ShortcutsPanel hasText={hasText} />
  return (
    panel && (
      <Suspense>
        <PdfPanel {...pdf} panel={panel} />
      </Suspense>
    )
  )
}
