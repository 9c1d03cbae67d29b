ALTER TABLE "invitations" ADD COLUMN "age_limit" integer;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "hides_unrated" boolean DEFAULT false NOT NULL;