CREATE TABLE "genre_counts" (
	"label_id" uuid NOT NULL,
	"library_id" uuid NOT NULL,
	"series_count" integer NOT NULL,
	CONSTRAINT "genre_counts_label_id_library_id_pk" PRIMARY KEY("label_id","library_id")
);
--> statement-breakpoint
CREATE TABLE "tag_counts" (
	"label_id" uuid NOT NULL,
	"library_id" uuid NOT NULL,
	"series_count" integer NOT NULL,
	CONSTRAINT "tag_counts_label_id_library_id_pk" PRIMARY KEY("label_id","library_id")
);
--> statement-breakpoint
ALTER TABLE "genre_counts" ADD CONSTRAINT "genre_counts_label_id_genres_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "genre_counts" ADD CONSTRAINT "genre_counts_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_label_id_tags_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;