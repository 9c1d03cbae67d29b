/** Asks before a link of a book opens a website, because the text of a link may name another site. */
import { Button } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { t } from '../../../i18n/i18n'
import styles from './text.module.css'

interface LeaveBookProps {
  /** An HTTP or HTTPS URL. */
  address: string
  onClose: () => void
}

export function LeaveBook({ address, onClose }: LeaveBookProps) {
  // Unlike the address as written, `host` shows international names in a form that cannot deceive.
  const { host: site, href } = new URL(address)
  const open = () => {
    window.open(href, '_blank', 'noopener,noreferrer')
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" onClick={open}>
        {t('Open website')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('Open {site}?', { site })} actions={actions}>
      <p>{t('This link in the book leads to a website:')}</p>
      <p className={styles.address}>{href}</p>
    </Dialog>
  )
}
