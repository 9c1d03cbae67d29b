ALTER TABLE `invitations` ADD `age_limit` integer;--> statement-breakpoint
ALTER TABLE `invitations` ADD `hides_unrated` integer DEFAULT false NOT NULL;