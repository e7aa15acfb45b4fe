-- New words wait in a list of each part of the search's index, and whoever fills it puts all of them in their places: 4 MB of them took
-- a second, and read 50,000 pages. Only the catalogue is changed. Kilobytes.
ALTER INDEX "message_search_0_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_1_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_2_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_3_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_4_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_5_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_6_company_tokens_idx" SET (gin_pending_list_limit = 512);
ALTER INDEX "message_search_7_company_tokens_idx" SET (gin_pending_list_limit = 512);
