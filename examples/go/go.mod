module example.com/halyard-example

go 1.22
