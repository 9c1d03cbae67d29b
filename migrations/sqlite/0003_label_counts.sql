CREATE TABLE `genre_counts` (
	`label_id` text NOT NULL,
	`library_id` text NOT NULL,
	`series_count` integer NOT NULL,
	PRIMARY KEY(`label_id`, `library_id`),
	FOREIGN KEY (`label_id`) REFERENCES `genres`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `tag_counts` (
	`label_id` text NOT NULL,
	`library_id` text NOT NULL,
	`series_count` integer NOT NULL,
	PRIMARY KEY(`label_id`, `library_id`),
	FOREIGN KEY (`label_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
