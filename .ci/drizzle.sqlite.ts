import { defineConfig } from 'drizzle-kit'

// drizzle-kit wants a default export. The dialect itself is chosen by QUIRE_DIALECT, see migrations.ts.
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/**/schema.ts',
  out: `${process.env['QUIRE_MIGRATIONS'] ?? './migrations'}/sqlite`,
  casing: 'snake_case',
})
