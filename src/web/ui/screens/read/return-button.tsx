import { UndoIcon } from '../../components/icons'
import styles from './reader.module.css'

interface ReturnButtonProps {
  words: string
  onClick(): void
}

/** Leads back to where the reader was before a jump. */
export const ReturnButton = ({ words, onClick }: ReturnButtonProps) => (
  <button type="button" className={styles.return} onClick={onClick}>
    <UndoIcon size={15} />
    {words}
  </button>
)
