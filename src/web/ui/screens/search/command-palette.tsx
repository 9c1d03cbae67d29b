import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import { IconButton } from '../../components/controls/button'
import { CloseIcon } from '../../components/icons'
import { t } from '../../i18n/i18n'
import { takeTyped } from '../../state/browser/typed-ahead'
import { SearchPanel } from './search-panel'
import styles from './search.module.css'

/** The search dialog, which Ctrl+K opens on any screen. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [words, setWords] = useState('')
  const box = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && setWords('')}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.palette}
          initialFocus={box}
          onFocus={({ target }) => {
            if (target === box.current) setWords((before) => before + takeTyped())
          }}
        >
          <Dialog.Title className="hidden-words">{t('Search')}</Dialog.Title>
          <Dialog.Close
            render={<IconButton label={t('Close')} icon={CloseIcon} className={styles.close} />}
          />
          <SearchPanel
            words={words}
            box={box}
            onWords={setWords}
            onDone={onClose}
            limit={5}
            foot={<Keys />}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Keys = () => (
  <footer className={styles.keys}>
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {t('select')}
    </span>
    <span>
      <kbd>⏎</kbd> {t('open')}
    </span>
    <span>
      <kbd>{t('Ctrl')} ⏎</kbd> {t('read now')}
    </span>
    <span>
      <kbd>Esc</kbd> {t('close')}
    </span>
  </footer>
)
